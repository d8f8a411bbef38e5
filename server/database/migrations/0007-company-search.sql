-- The search for service providers. docs/decisions/015-provider-search.md says why it looks like this.

-- A text as it is compared: without case, accents and ligatures. server/companies/search/search-words.ts does the same to what people type.
create function company_fold(value text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value) > length(value) then
    value := translate(normalize(value, nfkd), 'øØłŁđĐðÐı', 'oOlLdDdDi');
    value := replace(replace(replace(replace(value, 'ß', 'ss'), 'ẞ', 'ss'), 'þ', 'th'), 'Þ', 'th');
    value := replace(replace(replace(replace(value, 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe');
    value := regexp_replace(value, '[\u0300-\u036f]', '', 'g');
  end if;
  return lower(value collate "C");
end
$$;

-- A text cut at spaces and marks.
create function company_cut(folded text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  marks constant text := e' !"#$%&()*+,-./:;<=>?@[\\]^_`{|}~«»¡¿–—“”„…\t\n\r\'’‘ʼ·';
begin
  return array_remove(string_to_array(translate(folded, marks, repeat(' ', length(marks))), ' '), '');
end
$$;

-- The words of a folded text. A mark inside a word is a gap and is nothing too: o'rourke is o, rourke and orourke.
create function company_words(folded text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  unquoted text := translate(folded, e'\'’‘ʼ·', '');
  joined text := translate(unquoted, './', '');
  words text[] := company_cut(folded);
begin
  if joined <> folded then
    words := words || array(
      select distinct word from unnest(company_cut(unquoted) || company_cut(joined)) as word where word <> all (words)
    );
  end if;
  return words;
end
$$;

-- A row for each word of each company in each of its brands, and one with the empty word. `line` holds all words of the
-- company, each between spaces, the name first; it begins with two spaces where the word is of the postal code.
create table company_word (
  country text collate "C" not null,
  brand text collate "C" not null,
  word text collate "C" not null,
  line text collate "C" not null,
  company_id uuid not null,
  primary key (country, brand, word, line, company_id)
);

create function company_entries(id uuid, name text, postal_code text, city text, country text, brands text[])
returns setof company_word
language plpgsql immutable parallel safe rows 10 as $$
declare
  postal_words text[] := company_words(company_fold(postal_code || ' ' || translate(postal_code, ' -', '')));
  words text[] := company_words(company_fold(name)) || postal_words || company_words(company_fold(city));
  line text := ' ' || array_to_string(words, ' ') || ' ';
begin
  return query
    select distinct country, brand, word, case when word = any (postal_words) then ' ' || line else line end, id
    from unnest(brands) as brand, unnest(array_append(words, '')) as word;
end
$$;

-- Words of letters, by what is left of their beginnings when a letter is missing. A word no company has any more stays:
-- it leads nowhere.
create table company_spelling (
  country text collate "C" not null,
  part text collate "C" not null,
  word text collate "C" not null,
  primary key (country, part, word)
);

-- server/companies/search/spelling.ts says which parts of a typed word meet these.
create function company_spelling_parts(word text) returns setof text
language sql immutable parallel safe as $$
  select left(word, 4)
  union
  select overlay(left(word, 5) placing '' from place for 1) from generate_series(1, 5) as place where length(word) >= 5
  union
  select overlay(left(word, 6) placing '' from place for 1) from generate_series(1, 6) as place where length(word) >= 6
$$;

create function index_companies() returns trigger
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
    )
    insert into company_spelling
    select w.country, part, w.word
    from (
      select distinct country, word from entry where length(word) >= 4 and word !~ '[0-9]'
    ) w, company_spelling_parts(w.word) as part
    where not exists (
      select from company_spelling s where (s.country, s.part, s.word) = (w.country, left(w.word, 4), w.word)
    )
    order by 1, 2, 3
    on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger company_inserted after insert on company
  referencing new table as new_rows for each statement execute function index_companies();
create trigger company_updated after update on company
  referencing old table as old_rows new table as new_rows for each statement execute function index_companies();
create trigger company_deleted after delete on company
  referencing old table as old_rows for each statement execute function index_companies();

-- What is there already is indexed as if it came now.
update company set name = name;
