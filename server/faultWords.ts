import { isFull } from './store/writing/problems.ts'

/** What whoever meets a fault of ours reads: what it is, where that is for the operator to mend, and the number by which the log has the rest. */
export const faultWords = (error: unknown, id: string): string =>
  isFull(error) ? `服务器的磁盘满了，请管理员腾出地方后再试（编号 ${id}）` : `系统繁忙，请稍后再试（编号 ${id}）`
