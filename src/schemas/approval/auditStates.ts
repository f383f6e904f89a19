/** The life of a submission, for the list of all and for everyone's own. */
export const auditStates = {
  asking: { code: 1, label: '待审批', tone: 'soon' },
  passed: { code: 2, label: '通过', tone: 'good', ends: true },
  refused: { code: 3, label: '驳回', tone: 'bad', ends: true },
  withdrawn: { code: 4, label: '已撤回', tone: 'quiet' },
  sentBack: { code: 5, label: '已退回', tone: 'bad' },
} as const
