-- Asked when a network address has failed too often: who signed in from there before.
create index sign_in_event_address on sign_in_event (address) where outcome = 'succeeded';
