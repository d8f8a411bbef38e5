-- Lets a statement fail that wrote another number of rows than it had to, so that its commit can be sent along with it.
create function expect_rows(actual bigint, expected bigint) returns boolean language plpgsql as $$
begin
  if actual <> expected then
    raise exception using errcode = 'GP001', message = format('%s rows instead of %s', actual, expected);
  end if;
  return true;
end
$$;
