"use client";

import { type MouseEvent, useEffect, useState } from "react";

/** Pixels of the picture for each unit of the drawing: sharp in print. */
const scale = 3;

/** A drawing as a PNG. @param address of its SVG @throws Error when it cannot be had or drawn */
async function picture(address: string): Promise<string> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

/** A download of a drawing as a PNG, made in the browser, which has the fonts. Without JavaScript there is the SVG. */
export function PngLink({ svg, name, failed }: { svg: string; name: string; failed: string }) {
  const [able, setAble] = useState(false);
  const [wrong, setWrong] = useState(false);
  useEffect(() => setAble(true), []);
  if (!able) return null;
  async function save(event: MouseEvent) {
    event.preventDefault();
    setWrong(false);
    try {
      const link = document.createElement("a");
      link.href = await picture(svg);
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
