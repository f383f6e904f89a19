/** A rate of 9 is 900: hundredths of a percent, so that no float holds money. */
export type Hundredths = number

const half = (amount: bigint, by: bigint): number => {
  const sign = amount < 0n ? -1n : 1n
  return Number(sign * ((2n * sign * amount + by) / (2n * by)))
}

/**
 * Gives the tax in an amount that has it in, to the nearest fen, half away from zero: price × rate ÷ (1 + rate) (增值税暂行条例实施细则, 第十四条). What is left is the net.
 */
export const taxIn = (price: number, rate: Hundredths): number => half(BigInt(price) * BigInt(rate), 10_000n + BigInt(rate))

/**
 * Gives the tax of what is taken back of a line, after so much of it was before: of the whole what was charged, so that the red of a line sums to it and never drifts.
 * Fen, all above zero.
 */
export const taxTakenBack = ({ price, tax }: { price: number; tax: number }, before: number, amount: number): number => {
  const upTo = (sum: number): number => half(BigInt(tax) * BigInt(sum), BigInt(price))
  return upTo(before + amount) - upTo(before)
}
