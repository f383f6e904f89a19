/** A backup that cannot be made or is not right; the message is Chinese, complete and ready to print. */
export class BackupError extends Error {
  override name = 'BackupError'
}
