DROP INDEX "messages_key";--> statement-breakpoint
CREATE UNIQUE INDEX "messages_key" ON "messages" USING btree ("conversation_id","sender","key") WHERE key is not null;