export default {
  withhold_line_open: '该账单已在未回盘的代扣批次中',
  withhold_line_stays: '代扣明细送出后不能修改或删除',
  withhold_file_answered_sha256_key: '这个回盘文件已导入过，没有再次入账',
}
