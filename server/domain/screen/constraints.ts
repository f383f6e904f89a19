export default {
  screen_name_key: '已有这个代码的页面，请换一个',
  screen_version_append_only: '发布过的页面不能删除，可以下线',
}
