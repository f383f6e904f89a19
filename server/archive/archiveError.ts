/** An archive that cannot be made, is not right, or may not go where it should; the message is Chinese, complete and ready to print. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
