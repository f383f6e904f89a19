/** Goes to a screen. A plain assignment: a hook of the router would draw every open page anew whenever one goes anywhere. */
export const goTo = (path: string): void => {
  location.hash = path
}
