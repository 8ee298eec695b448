CREATE TABLE "message_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"media_id" uuid,
	"name" text NOT NULL,
	"bytes" bigint,
	"reason" text,
	CONSTRAINT "message_attachments_media_key" UNIQUE("media_id"),
	CONSTRAINT "message_attachments_file_check" CHECK (num_nonnulls("message_attachments"."media_id", "message_attachments"."reason") = 1)
);
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_attachments_message_index" ON "message_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "media_document_index" ON "media" USING btree ("owner_id","created_at") WHERE kind = 'document';