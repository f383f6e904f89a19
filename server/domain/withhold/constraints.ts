export default {
  withhold_line_open: '该账单已在未回盘的代扣批次中',
}
