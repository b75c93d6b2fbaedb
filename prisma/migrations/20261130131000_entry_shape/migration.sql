-- A process of before, still running when the database was brought up to date, goes on writing entries as objects, which
-- no tally would count. What it wrote since is mended, and from here on it is refused.
UPDATE "Judgement" SET "group" = "entries" -> 0 ->> 'group', "counted" = false,
  "entries" = (SELECT jsonb_agg(jsonb_build_array(e -> 'dimension', e -> 'value', e -> 'amount') ORDER BY place)
    FROM jsonb_array_elements("entries") WITH ORDINALITY AS t(e, place))
WHERE jsonb_typeof("entries" -> 0) = 'object';

ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_entry_shape" CHECK (jsonb_typeof("entries" -> 0) IS DISTINCT FROM 'object');
