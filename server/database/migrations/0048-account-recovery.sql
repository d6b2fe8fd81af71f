-- A password reset by mail: until its owner has reviewed the sign-in methods, only the password signs in.
alter table users add column review_due_since timestamptz;

-- Second factors whose removal was asked for by mail. Turning the factor off by any other way ends the request too.
create table second_factor_removals (
  user_id text collate "C" primary key references users (id) on delete cascade,
  second_factor_id text collate "C" not null references second_factors (id) on delete cascade,
  locale text collate "C" not null check (locale in ('ko', 'en')),
  requested_at timestamptz not null,
  due_at timestamptz not null
);

create index second_factor_removals_second_factor_id_idx on second_factor_removals (second_factor_id);
create index second_factor_removals_due_at_idx on second_factor_removals (due_at);

alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check check (
  purpose in ('password_reset', 'email_verification', 'second_factor_removal', 'second_factor_removal_cancel')
);
