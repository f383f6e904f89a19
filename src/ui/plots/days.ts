/** Gives `MM-DD` of a date. */
export const shortDay = (day: string): string => day.slice(5)

/** How many days have their words written under them; of more, every second, third … has. */
const WORDED = 16

/** Gives whether the day at a place among so many has its words written. */
export const isWorded = (index: number, count: number): boolean => index % Math.ceil(count / WORDED) === 0

/** Gives the middle of a day's place in percent of the plot's width. */
export const middleOf = (index: number, count: number): number => ((index + 0.5) * 100) / count
