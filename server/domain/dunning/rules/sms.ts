/** An SMS of Chinese text is one up to so many signs; a longer one is sent in parts, each of so many. */
const [ONE, PART] = [70, 67]

/** Gives of how many an SMS is charged. */
export const partsOfSms = (text: string): number => {
  const signs = [...text].length
  return signs <= ONE ? 1 : Math.ceil(signs / PART)
}

/** Gives a text with each `{word}` that is known in its place; others stay as they are. */
export const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => (Object.hasOwn(words, name) ? (words[name] ?? whole) : whole))
