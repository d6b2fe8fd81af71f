-- Which photos an entry has, and their order, stands with the photos (photos.used_by, photos.position).
alter table journal_entries drop column photo_filenames;
