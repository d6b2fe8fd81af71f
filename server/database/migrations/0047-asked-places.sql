alter table restaurants_public
  -- When a maps service was last asked about the place and knew nothing of it; what it told before is as old as it was.
  add column provider_asked_at timestamptz;

-- Places that Google has moved are found by their new id.
create index restaurants_public_google_place_id on restaurants_public (google_place_id)
  where google_place_id <> id;
