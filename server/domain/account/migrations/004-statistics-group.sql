-- 统计 stands beside 设置 in the menu: from whom all settings were hidden, it stays hidden.
update role set sidebar = array_append(sidebar, '统计') where '设置' = any (sidebar) and not '统计' = any (sidebar);
