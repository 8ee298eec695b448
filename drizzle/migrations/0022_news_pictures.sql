ALTER TABLE "media" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "pictures" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "ads_title_index" ON "ads" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX "ads_advertiser_index" ON "ads" USING btree (lower("advertiser"),"id");--> statement-breakpoint
CREATE INDEX "ads_title_trgm_index" ON "ads" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ads_advertiser_trgm_index" ON "ads" USING gin ("advertiser" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "media_news_index" ON "media" USING btree ("created_at") WHERE kind = 'news';--> statement-breakpoint
CREATE INDEX "channels_name_trgm_index" ON "channels" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_title_trgm_index" ON "posts" USING gin ("title" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_pictures_index" ON "posts" USING gin ("pictures");--> statement-breakpoint
CREATE INDEX "posts_thumbnail_index" ON "posts" USING btree ("thumbnail") WHERE thumbnail is not null;--> statement-breakpoint
UPDATE "posts" SET "pictures" = ARRAY(SELECT DISTINCT found[1] FROM regexp_matches("body_html", '"/media/([\w-]+\.\w+)"', 'g') AS found) WHERE "body_html" LIKE '%"/media/%';--> statement-breakpoint
UPDATE "media" SET "kind" = 'news' WHERE "kind" = 'image' AND "company_id" IS NULL AND EXISTS (SELECT FROM "media" AS "other" WHERE "other"."kind" = 'image' AND ("other"."name" = replace("media"."name", '.webp', '-s.webp') AND "other"."name" <> "media"."name" OR "media"."name" = replace("other"."name", '.webp', '-s.webp') AND "other"."name" <> "media"."name"));
