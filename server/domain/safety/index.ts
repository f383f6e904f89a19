/** What backups (server/backup) know of the page 数据安全: what is in force, and where they write down what they did. */

export { behindOf, LATE_SECONDS, tellArchived, tellCopies, tellDrill, tellPlace } from './records.ts'
export { backupFolder, backupTime, settledBackup } from './settled.ts'
