-- Filter shortcuts are stored on the device. The browser sends them with the request for an archive, and the job writes
-- them to the file.
alter table archives add column filter_shortcuts jsonb not null default '[]';
