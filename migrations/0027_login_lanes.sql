-- Whether an account has failed of late, wherever from, is asked of every login.
create index login_attempts_account on login_attempts (account, last_at) where account <> '' and failures > 0;
