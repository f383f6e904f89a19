/**
 * Gives a month's rent in fen for an area in square metres at a price per square metre in fen, to the nearest fen (domain.md, Rules of the trade: rounded
 * once). The area has two decimals, so it is counted in whole hundredths.
 */
export const rentByArea = (price: number, area: number): number => {
  const hundredths = Math.round(area * 100)
  return Math.floor((2 * price * hundredths + 100) / 200)
}
