CREATE TABLE "table_totals" (
	"name" text PRIMARY KEY NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "channels_search_index" ON "channels" USING btree ("updated_at","id","search_name");--> statement-breakpoint
CREATE INDEX "channels_undescribed_index" ON "channels" USING btree ("id") WHERE description is null;--> statement-breakpoint
CREATE INDEX "posts_search_index" ON "posts" USING btree ("channel_id","updated_at","id","search_title") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_state_index" ON "posts" USING btree ("channel_id","scheduled_at","published_at") WHERE deleted_at is null and not is_active;--> statement-breakpoint
-- Once a statement, however many rows it writes. Who adds a company waits for another's commit, which comes soon.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO table_totals AS kept (name, total)
  SELECT TG_TABLE_NAME, (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * count(*) FROM changed HAVING count(*) > 0
  ON CONFLICT (name) DO UPDATE SET total = kept.total + excluded.total;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER companies_counted_on_insert AFTER INSERT ON companies REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER companies_counted_on_delete AFTER DELETE ON companies REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER channels_counted_on_insert AFTER INSERT ON channels REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER channels_counted_on_delete AFTER DELETE ON channels REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
INSERT INTO table_totals SELECT 'companies', count(*) FROM companies HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO table_totals SELECT 'channels', count(*) FROM channels HAVING count(*) > 0;
