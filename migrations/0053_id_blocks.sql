-- Records get their ids before they are stored, a thousand or more in a transaction. A number drawn stands for itself
-- and the 999 after it, which whoever drew it may give away (store/intake/RecordIds.ts).
alter sequence position_ids increment by 1000;
alter sequence measurement_ids increment by 1000;
alter sequence device_state_ids increment by 1000;
