-- What filters, search and sorting compare. `shared/fold-text.ts` has the same rule.
CREATE FUNCTION fold_text(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- A text of ASCII characters has no accents.
  IF octet_length(content) = char_length(content) THEN RETURN translate(lower(content), '`', ''''); END IF;
  RETURN replace(replace(replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(translate(content,
    E'`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u2018\u2019\u201b\u2032\u2035\u055a\u05f3\ua78c\uff07\uff40\u02d7\u058a\u05be\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\ufe58\ufe63\uff0d',
    repeat('''', 19) || repeat('-', 19)), NFKD),
    '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb]',
    '', 'g')),
    -- Capitals too, because lower() of a database with the locale C changes ASCII letters only.
    'łøđðħıŧςŁØĐÐĦŦ', 'loddhitσloddht'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'Æ', 'ae'), 'Œ', 'oe'), 'Þ', 'th');
END $$;
--> statement-breakpoint
DROP INDEX "users_full_name_index";--> statement-breakpoint
DROP INDEX "users_email_trgm_index";--> statement-breakpoint
DROP INDEX "users_name_index";--> statement-breakpoint
DROP INDEX "applications_name_index";--> statement-breakpoint
ALTER TABLE "companies" drop column "search_name";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "search_name" text GENERATED ALWAYS AS (fold_text(company_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" drop column "search_title";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "search_title" text GENERATED ALWAYS AS (fold_text(title)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" drop column "search_city";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "search_city" text GENERATED ALWAYS AS (fold_text(city)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" drop column "search_name";--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "search_name" text GENERATED ALWAYS AS (fold_text(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" drop column "search_title";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search_title" text GENERATED ALWAYS AS (fold_text(title)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_full_name_index" ON "users" USING gin (fold_text("full_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_email_trgm_index" ON "users" USING gin (fold_text("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_index" ON "users" USING btree (fold_text("full_name"),"id");--> statement-breakpoint
CREATE INDEX "applications_name_index" ON "applications" USING btree ("job_id",fold_text("full_name"),"id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "companies_name_index" ON "companies" USING btree ("search_name","id");--> statement-breakpoint
CREATE INDEX "companies_name_trgm_index" ON "companies" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_search_title_trgm_index" ON "jobs" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_words(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(left(word, 60)), '{}')
  FROM regexp_split_to_table(
    regexp_replace(fold_text(content), '\m(cdl|class)[ -]([abc])\M', '\1 cdl\2', 'g'),
    '[^a-z0-9]+') AS word
  WHERE word <> ''
$$;
--> statement-breakpoint
-- Texts get the form in which new ones are stored. Only names and titles: no rule depends on the form of other texts.
UPDATE users SET first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
WHERE first_name IS NOT NFC NORMALIZED OR last_name IS NOT NFC NORMALIZED;
--> statement-breakpoint
UPDATE companies SET company_name = normalize(company_name, NFC) WHERE company_name IS NOT NFC NORMALIZED;
--> statement-breakpoint
UPDATE jobs SET title = normalize(title, NFC) WHERE title IS NOT NFC NORMALIZED;
--> statement-breakpoint
-- Documents of other texts have the same words as before.
SELECT refresh_job_search_documents(array(
  SELECT jobs.id FROM jobs JOIN companies ON companies.id = jobs.company_id
  WHERE jobs.status = 'POSTED' AND concat_ws(' ', jobs.title, companies.company_name, jobs.city, jobs.description_text) ~ '[^\u0001-\u007f]'));
