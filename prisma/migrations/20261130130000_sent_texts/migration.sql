-- Long texts of requests, each kept once. Records of before hold theirs, and are read as they are.
CREATE TABLE "SentText" (
    "hash" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "SentText_pkey" PRIMARY KEY ("hash")
);
