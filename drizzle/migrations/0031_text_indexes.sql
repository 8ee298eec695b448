DROP INDEX "channels_search_index";--> statement-breakpoint
DROP INDEX "posts_search_index";--> statement-breakpoint
CREATE INDEX "companies_name_text_index" ON "companies" USING btree ("search_name" collate "C","id");--> statement-breakpoint
CREATE INDEX "companies_phone_text_index" ON "companies" USING btree ("phone" collate "C","id");--> statement-breakpoint
CREATE INDEX "channels_newest_far_index" ON "channels" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "channels_name_far_index" ON "channels" USING btree ("search_name","id");--> statement-breakpoint
CREATE INDEX "channels_type_far_index" ON "channels" USING btree ("channel_type","id");--> statement-breakpoint
CREATE INDEX "channels_active_far_index" ON "channels" USING btree ("is_active","id");--> statement-breakpoint
CREATE INDEX "channels_posts_far_index" ON "channels" USING btree ("post_count","id");--> statement-breakpoint
CREATE INDEX "channels_text_index" ON "channels" USING btree ("search_name" collate "C","id");--> statement-breakpoint
CREATE INDEX "channels_updated_index" ON "channels" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "posts_newest_far_index" ON "posts" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_title_far_index" ON "posts" USING btree ("channel_id","search_title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_views_far_index" ON "posts" USING btree ("channel_id","views","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_published_far_index" ON "posts" USING btree ("channel_id","published_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_published_far_down_index" ON "posts" USING btree ("channel_id","published_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_text_index" ON "posts" USING btree ("channel_id","search_title" collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_updated_index" ON "posts" USING btree ("channel_id","updated_at","id") WHERE deleted_at is null;