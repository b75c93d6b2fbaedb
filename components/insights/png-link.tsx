"use client";

import { type MouseEvent, useEffect, useState } from "react";

/** Pixels of the picture for each unit of the drawing: sharp in print. */
const scale = 3;

/** A drawing as a PNG, under the name of its SVG. @throws Error when it cannot be had or drawn */
async function picture(address: string): Promise<{ name: string; url: string }> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The drawing was answered with ${answer.status}.`);
  const file = /filename="([^"]+)\.svg"/.exec(answer.headers.get("content-disposition") ?? "");
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { name: `${file?.[1] ?? "worth"}.png`, url: canvas.toDataURL("image/png") };
}

/** A download of a drawing as a PNG, made in the browser, which has the fonts. Without JavaScript there is the SVG. */
export function PngLink({ svg, failed }: { svg: string; failed: string }) {
  const [able, setAble] = useState(false);
  const [wrong, setWrong] = useState(false);
  useEffect(() => setAble(true), []);
  if (!able) return null;
  async function save(event: MouseEvent) {
    event.preventDefault();
    setWrong(false);
    try {
      const { name, url } = await picture(svg);
      const link = document.createElement("a");
      link.href = url;
      link.download = name;
      link.click();
    } catch {
      setWrong(true);
    }
  }
  return (
    <>
      <a href={svg} className="inline-flex min-h-11 items-center" onClick={(event) => void save(event)}>
        PNG
      </a>
      <span role="status">{wrong && failed}</span>
    </>
  );
}
