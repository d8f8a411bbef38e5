-- What an operator has imported of faults: the texts of a code in one language.
create table fault_description (
  code text not null,
  language text not null,
  severity text not null check (severity in ('ERROR', 'WARNING')),
  emergency boolean not null,
  title text not null,
  meaning text not null,
  heating text not null,
  self_help text[] not null,
  call text not null,
  primary key (code, language)
);
