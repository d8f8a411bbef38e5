-- Parts in the middle of a word are found, too: each word of letters stands here under all that it ends with, from its second
-- letter on. A word no company has any more stays: it leads nowhere. docs/decisions/015-provider-search.md
create table company_ending (
  country text collate "C" not null,
  ending text collate "C" not null,
  word text collate "C" not null,
  primary key (country, ending, word)
);

-- Shorter ones would be found in nearly every word. contract/company-search.ts has the same length.
create function company_endings(word text) returns setof text
language sql immutable parallel safe as $$
  select substr(word, place) from generate_series(2, length(word) - 2) as place
$$;

create or replace function index_companies() returns trigger
language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    delete from company_word w
    using old_rows o, company_entries(o.id, o.name, o.postal_code, o.city, o.country, o.brands) e
    where (w.country, w.brand, w.word, w.line, w.company_id) = (e.country, e.brand, e.word, e.line, e.company_id);
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    with entry as materialized (
      select e.* from new_rows n, company_entries(n.id, n.name, n.postal_code, n.city, n.country, n.brands) e
    ), written as (
      insert into company_word select * from entry order by country, brand, word, line
    ), new_word as materialized (
      select w.country, w.word
      from (select distinct country, word from entry where length(word) >= 4 and word !~ '[0-9]') w
      where not exists (
        select from company_spelling s where (s.country, s.part, s.word) = (w.country, left(w.word, 4), w.word)
      )
    ), ended as (
      insert into company_ending
      select w.country, ending, w.word from new_word w, company_endings(w.word) as ending order by 1, 2, 3
      on conflict do nothing
    )
    insert into company_spelling
    select w.country, part, w.word from new_word w, company_spelling_parts(w.word) as part order by 1, 2, 3
    on conflict do nothing;
  end if;
  return null;
end
$$;

insert into company_ending
select country, ending, word
from (select distinct country, word from company_word where length(word) >= 4 and word !~ '[0-9]') w,
  company_endings(word) as ending;
