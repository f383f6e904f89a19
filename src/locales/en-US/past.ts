/** Lists as of a past day. */
export const past: Readonly<Record<string, string>> = {
  看过去某天: 'As of a past day',
  '当天结束时的情形，只能看，不能办': 'as it was at the end of that day: to look at, not to work on',
  '过去某一天结束时的情形；不给则为现在': 'As at the end of a past day; now, where none is given',
  '（截至 {0}）': ' (as of {0})',
  回到现在: 'Back to now',
  截至日期不能晚于今天: 'The day cannot be later than today',
  '{0} 起才留有每天的情形，请选这一天或以后': 'Days are kept from {0} on: choose that day or a later one',
}
