/** Asks several things at once, and waits for all of them even where one fails: none may go on when its transaction is over. Throws what the first of them threw. */
export const together = async <T extends readonly Promise<unknown>[] | []>(asked: T) => {
  await Promise.allSettled(asked)
  return Promise.all(asked)
}
