-- A judgement's tally entries all belong to one group, and are stored without the names of their fields.
ALTER TABLE "Judgement" ADD COLUMN "group" TEXT;

UPDATE "Judgement" SET "group" = "entries" -> 0 ->> 'group',
  "entries" = (SELECT jsonb_agg(jsonb_build_array(e -> 'dimension', e -> 'value', e -> 'amount') ORDER BY place)
    FROM jsonb_array_elements("entries") WITH ORDINALITY AS t(e, place))
WHERE jsonb_array_length("entries") > 0;
