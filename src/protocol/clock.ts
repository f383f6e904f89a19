/** How far this machine's clock is behind the server's, in seconds; on the server nothing. */
let behind = 0

/** Gives the time now, in seconds, by the server's clock. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000) + behind

/** Takes what time it is at the server, in seconds: what is of today or of now is its from then on, whatever this machine says. */
export const setServerTime = (seconds: number): void => {
  behind += seconds - nowSeconds()
}
