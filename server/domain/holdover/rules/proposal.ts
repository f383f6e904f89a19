/** Where a case stands; null where it has ended. */
type Stage = 'moving' | 'staying' | 'noticed' | 'sued' | null

/** Gives in a few words what is to be done next of someone who stays beyond the term, on a day; null where nothing is. */
export const proposalFor = (
  stage: Stage,
  { moving_until, deadline }: { moving_until: string; deadline: string | null },
  today: string,
): string | null => {
  if (stage === 'moving') return today > moving_until ? '搬迁期已满：发限期搬离通知' : `搬迁期到 ${moving_until}，到时仍未搬的发通知`
  if (stage === 'staying') return '发限期搬离通知'
  if (stage === 'noticed')
    return deadline !== null && today > deadline ? '通知期限已过：起诉，或办退租' : `限期到 ${deadline ?? ''}，逾期起诉`
  return stage === 'sued' ? '等待判决；搬离的办退租' : null
}
