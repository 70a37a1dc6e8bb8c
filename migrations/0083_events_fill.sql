-- Most events of a condition are written twice: when they fire, and when their episode ends. A quarter of each new
-- page stays free for the second, so that it lies beside the first and no index changes.
alter table events set (fillfactor = 75);
