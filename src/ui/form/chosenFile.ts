/** The file that was chosen in the dialog that is open, and the word that stands for it among the dialog's values: those are texts and numbers. */
let chosen: { word: string; file: File } | null = null
let count = 0

/** Keeps the file that was chosen last and gives the word that stands for it. */
export const chooseFile = (file: File): string => {
  count += 1
  chosen = { word: `${count}/${file.name}`.slice(0, 300), file }
  return chosen.word
}

/** Gives the file that a word stands for; null where another was chosen since. */
export const chosenFile = (word: unknown): File | null => (chosen !== null && chosen.word === word ? chosen.file : null)
