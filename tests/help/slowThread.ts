/** Keeps its thread for so many milliseconds. */
export default ({ ms }: { ms: number }): string => {
  const end = performance.now() + ms
  while (performance.now() < end);
  return 'done'
}
