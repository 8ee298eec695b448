CREATE TABLE "carrier_checks" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"usdot_number" text NOT NULL,
	"mc_number" text,
	"carrier" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"recheck_at" timestamp (3) with time zone,
	CONSTRAINT "carrier_checks_state_check" CHECK ("carrier_checks"."state" in ('waiting', 'verified', 'rejected', 'unusable', 'withdrawn')),
	CONSTRAINT "carrier_checks_source_check" CHECK ("carrier_checks"."source" in ('fmcsa', 'simulator')),
	CONSTRAINT "carrier_checks_recheck_check" CHECK (("carrier_checks"."state" = 'verified') = ("carrier_checks"."recheck_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "company_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_name" text NOT NULL,
	"alt" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_profiles" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"website" text,
	"fleet_size" integer,
	"founded_year" integer,
	"usdot_number" text,
	"mc_number" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_terminals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_company_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_checks" ADD CONSTRAINT "carrier_checks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_checks" ADD CONSTRAINT "carrier_checks_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_photos" ADD CONSTRAINT "company_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_profiles" ADD CONSTRAINT "company_profiles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_terminals" ADD CONSTRAINT "company_terminals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_company_slugs" ADD CONSTRAINT "former_company_slugs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_checks_verified_key" ON "carrier_checks" USING btree ("usdot_number") WHERE state = 'verified';--> statement-breakpoint
CREATE INDEX "carrier_checks_waiting_index" ON "carrier_checks" USING btree ("checked_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "carrier_checks_recheck_index" ON "carrier_checks" USING btree ("recheck_at") WHERE recheck_at is not null;--> statement-breakpoint
CREATE INDEX "company_photos_company_index" ON "company_photos" USING btree ("company_id","position");--> statement-breakpoint
CREATE INDEX "company_photos_file_index" ON "company_photos" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "company_terminals_company_index" ON "company_terminals" USING btree ("company_id","position");--> statement-breakpoint
CREATE INDEX "former_company_slugs_company_index" ON "former_company_slugs" USING btree ("company_id");--> statement-breakpoint
-- Below is written by hand: the names in the addresses of company pages.
CREATE FUNCTION company_slug_base(company_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(trim(BOTH '-' FROM left(
    trim(BOTH '-' FROM regexp_replace(translate(fold_text(company_name), '''.', ''), '[^a-z0-9]+', '-', 'g')), 60)), ''), 'company')
$$;--> statement-breakpoint
-- The lock makes companies that get their names at the same time wait for each other. An earlier name of a company does not keep
-- the address from a company that is named so now.
CREATE FUNCTION set_company_slug() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  base text := company_slug_base(NEW.company_name);
  candidate text := base;
  suffix int := 1;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.slug <> '' AND company_slug_base(OLD.company_name) = base THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('company_slug'), 0);
  WHILE EXISTS (SELECT FROM companies WHERE slug = candidate AND id <> NEW.id) LOOP
    suffix := suffix + 1;
    -- With many companies of the same name, trying the numbers in order would take long.
    candidate := base || '-' || CASE WHEN suffix <= 20 THEN suffix::text ELSE left(md5(NEW.id::text || suffix), 8) END;
  END LOOP;
  DELETE FROM former_company_slugs WHERE slug = candidate;
  IF TG_OP = 'UPDATE' AND NEW.slug NOT IN ('', candidate) THEN
    INSERT INTO former_company_slugs (slug, company_id)
    VALUES (NEW.slug, coalesce(
      (SELECT id FROM companies WHERE starts_with(slug, NEW.slug || '-') AND id <> NEW.id
        AND company_slug_base(company_name) = NEW.slug ORDER BY created_at, id LIMIT 1), NEW.id))
    ON CONFLICT DO NOTHING;
  END IF;
  NEW.slug := candidate;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER companies_slug BEFORE INSERT OR UPDATE OF company_name ON companies FOR EACH ROW EXECUTE FUNCTION set_company_slug();--> statement-breakpoint
-- The existing companies get their names with an index, because each name is looked up among the others.
CREATE INDEX "companies_slug_key" ON "companies" USING btree ("slug");--> statement-breakpoint
UPDATE "companies" SET "company_name" = "company_name";--> statement-breakpoint
DROP INDEX "companies_slug_key";--> statement-breakpoint
CREATE UNIQUE INDEX "companies_slug_key" ON "companies" USING btree ("slug");
