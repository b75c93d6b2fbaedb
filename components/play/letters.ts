const familiar = new Set(["老", "小", "阿", "大"]);
const titles = new Set(["aunt", "uncle", "old", "young", "boss", "master", "mr", "mrs", "miss", "dr"]);
const isHan = (text: string) => /\p{Script=Han}/u.test(text);

/** What could stand for a name, the best first: the first telling character, or initials. */
function candidatesFor(name: string): string[] {
  if (isHan(name)) {
    const all = [...name].filter((letter) => isHan(letter));
    const telling = all.length > 1 && familiar.has(all[0] ?? "") ? all.slice(1) : all;
    return [...telling, all.slice(0, 2).join("")];
  }
  const all = name.split(/[\s-]+/u).filter((word) => word !== "");
  const telling = all.filter((word) => !titles.has(word.toLowerCase().replace(/\.$/u, "")));
  const words = telling.length > 0 ? telling : all;
  const initials = words.map((word) => word[0] ?? "").join("");
  const last = words.at(-1) ?? name;
  return [initials.slice(0, 2), (words[0] ?? name).slice(0, 2), last.slice(0, 2), name.slice(0, 3)];
}

/**
 * The letter or two that stand for one of some names: the first of its possibilities that stands for no other name
 * before it and is no other's first choice.
 */
export function letterOf(names: string[], index: number): string {
  const firsts = names.map((name) => candidatesFor(name)[0] ?? "");
  const taken: string[] = [];
  for (const [at, name] of names.entries()) {
    const free = candidatesFor(name).find(
      (letter) => !taken.includes(letter) && !firsts.some((first, other) => other !== at && first === letter),
    );
    const letter = free ?? candidatesFor(name).find((one) => !taken.includes(one)) ?? candidatesFor(name)[0] ?? "";
    if (at === index) return letter;
    taken.push(letter);
  }
  return "";
}
