CREATE TABLE "company_invitations" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_invitations_company_id_user_id_pk" PRIMARY KEY("company_id","user_id"),
	CONSTRAINT "company_invitations_role_check" CHECK ("company_invitations"."role" in ('TNCompanyAdmin', 'Employer'))
);
--> statement-breakpoint
DROP INDEX "channels_newest_index";--> statement-breakpoint
DROP INDEX "channels_name_index";--> statement-breakpoint
DROP INDEX "channels_name_trgm_index";--> statement-breakpoint
DROP INDEX "posts_channel_index";--> statement-breakpoint
DROP INDEX "posts_title_index";--> statement-breakpoint
DROP INDEX "posts_title_trgm_index";--> statement-breakpoint
DROP INDEX "posts_views_index";--> statement-breakpoint
DROP INDEX "posts_channel_published_index";--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "search_name" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "name_grams" text[] GENERATED ALWAYS AS (short_grams(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "search_description" text GENERATED ALWAYS AS (lower(description)) STORED;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "description_grams" text[] GENERATED ALWAYS AS (short_grams(description)) STORED;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search_title" text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "title_grams" text[] GENERATED ALWAYS AS (short_grams(title)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_hash_key" ON "company_invitations" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "company_invitations_user_index" ON "company_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_type_index" ON "channels" USING btree ("channel_type","id","is_active","post_count","created_at","updated_at","search_name");--> statement-breakpoint
CREATE INDEX "channels_active_index" ON "channels" USING btree ("is_active","id","channel_type","post_count","created_at","updated_at","search_name");--> statement-breakpoint
CREATE INDEX "channels_posts_index" ON "channels" USING btree ("post_count","id","channel_type","is_active","created_at","updated_at","search_name");--> statement-breakpoint
CREATE INDEX "channels_name_grams_index" ON "channels" USING gin ("name_grams");--> statement-breakpoint
CREATE INDEX "channels_description_trgm_index" ON "channels" USING gin ("search_description" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "channels_description_grams_index" ON "channels" USING gin ("description_grams");--> statement-breakpoint
CREATE INDEX "posts_title_grams_index" ON "posts" USING gin ("title_grams") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_channel_published_down_index" ON "posts" USING btree ("channel_id","published_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"is_active","scheduled_at","views","created_at","updated_at","user_id","search_title") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "channels_newest_index" ON "channels" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"channel_type","is_active","post_count","updated_at","search_name");--> statement-breakpoint
CREATE INDEX "channels_name_index" ON "channels" USING btree ("search_name","id","channel_type","is_active","post_count","created_at","updated_at");--> statement-breakpoint
CREATE INDEX "channels_name_trgm_index" ON "channels" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_channel_index" ON "posts" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"published_at","is_active","scheduled_at","views","updated_at","user_id","search_title") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_title_index" ON "posts" USING btree ("channel_id","search_title","id","published_at","is_active","scheduled_at","views","created_at","updated_at","user_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_title_trgm_index" ON "posts" USING gin ("search_title" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_views_index" ON "posts" USING btree ("channel_id","views","id","published_at","is_active","scheduled_at","created_at","updated_at","user_id","search_title") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_channel_published_index" ON "posts" USING btree ("channel_id","published_at","id","is_active","scheduled_at","views","created_at","updated_at","user_id","search_title") WHERE deleted_at is null;