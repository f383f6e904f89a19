/** The states of a run, by the codes of the column job.state_code. */
export const runStates = { 1: '排队', 2: '运行中', 3: '完成', 4: '失败', 5: '已取消' } as const

export const runTones = { 1: 'quiet', 2: 'info', 3: 'good', 4: 'bad', 5: 'quiet' } as const
