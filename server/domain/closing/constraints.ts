export default {
  closing_month_key: '这个月已在月结里',
}
