module fragscope

go 1.26
