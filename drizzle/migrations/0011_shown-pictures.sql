ALTER TABLE "media" ADD COLUMN "shown_at" timestamp (3) with time zone;--> statement-breakpoint
-- Pictures from before were public.
UPDATE "media" SET "shown_at" = "created_at" WHERE "kind" IN ('logo', 'picture', 'image');--> statement-breakpoint
CREATE FUNCTION show_logo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET shown_at = now()
  WHERE shown_at IS NULL AND kind = 'logo' AND name IN (NEW.logo, regexp_replace(NEW.logo, '\.webp$', '-s.webp'));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER companies_show_logo AFTER INSERT OR UPDATE OF logo ON companies
  FOR EACH ROW WHEN (NEW.logo IS NOT NULL) EXECUTE FUNCTION show_logo();--> statement-breakpoint
CREATE FUNCTION show_profile_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET shown_at = now()
  WHERE shown_at IS NULL AND kind = 'picture' AND owner_id = NEW.id AND name = substr(NEW.profile_picture, 8);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_show_picture AFTER INSERT OR UPDATE OF profile_picture ON users
  FOR EACH ROW WHEN (NEW.profile_picture IS NOT NULL) EXECUTE FUNCTION show_profile_picture();--> statement-breakpoint
CREATE FUNCTION show_description_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE media SET shown_at = now()
  WHERE shown_at IS NULL AND kind = 'image' AND (company_id = NEW.company_id OR company_id IS NULL)
    AND name IN (SELECT matched.parts[1] FROM regexp_matches(NEW.description_html, '/media/([\w.-]+)', 'g') AS matched(parts));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER jobs_show_pictures AFTER INSERT OR UPDATE OF description_html ON jobs
  FOR EACH ROW WHEN (position('/media/' IN NEW.description_html) > 0) EXECUTE FUNCTION show_description_pictures();
